// What whoever holds the house's folder types; the same in every language.

export const SCHEDULE = 'croupier backup FOLDER TO --every 1h --keep 48';
export const NAMED = '[backup]\nfolder = "/var/backups/croupier"';
export const ERASE = 'croupier house erase FOLDER --due --confirm NAME --reason WHY';
export const ACCEPT = 'croupier house accept-program FOLDER --confirm NAME';
