/** Time and net of a session, in the bar. */
export const glance = {
  clock: 'Time of day',
  hours: (hours: number, minutes: number) =>
    hours ? (minutes ? `${hours} h ${minutes} min` : `${hours} h`) : `${minutes} min`,
  bar: 'This session:',
};
