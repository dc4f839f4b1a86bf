// Shares as people read them.

/** 0.060512 becomes 6.05 %. */
export const percent = (share: string | number | null): string =>
  share === null ? '–' : `${(Number(share) * 100).toFixed(2).replace('-', '−')} %`;

export const when = (at: number): string =>
  new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });

export const time = (at: number): string => new Date(at).toLocaleTimeString([], { hourCycle: 'h23' });
