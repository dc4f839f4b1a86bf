// Times as a house writes them: always by the 24-hour clock.

const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const seconds = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** 19:40 */
export const clock = (at: number): string => hours.format(at);

/** 19:40:31 */
export const clockToTheSecond = (at: number): string => seconds.format(at);

/** 15 Nov */
export const day = (at: number): string => days.format(at);

/** 15 Nov, 19:40 */
export const dayAndClock = (at: number): string => `${day(at)}, ${clock(at)}`;

/** 1:05, from milliseconds. */
export const span = (ms: number): string => {
  const whole = Math.floor(ms / 1000);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
