// Money is whole cents everywhere; only here does it become text.

const two = new Intl.NumberFormat('en-SG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const none = new Intl.NumberFormat('en-SG', { maximumFractionDigits: 2 });

/** 1,234.50 */
export const money = (cents: number): string => `${cents < 0 ? '\u2212' : ''}${two.format(Math.abs(cents) / 100)}`;

/** +1,234.50, −5.00, 0.00 */
export const signed = (cents: number): string => (cents > 0 ? '+' : '') + money(cents);

/** On chips, spots and limits: whole dollars where they are whole. */
export const short = (cents: number): string => none.format(cents / 100);

export const count = (number: number): string => none.format(number);

const hours = new Intl.DateTimeFormat('en-SG', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** 19:12 */
export const clock = (at: number): string => hours.format(at);
