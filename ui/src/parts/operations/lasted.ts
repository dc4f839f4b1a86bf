import { operations as text } from '../../text/operations';

const MINUTE_MS = 60_000;

/** 13 d 4 h, 4 h 2 min */
export function lasted(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  return text.long(Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60);
}
