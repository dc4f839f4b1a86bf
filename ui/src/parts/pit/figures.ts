// Shares as people read them.

/** 0.060512 becomes 6.05 %. */
export const percent = (share: string | number | null): string =>
  share === null ? '–' : `${(Number(share) * 100).toFixed(2).replace('-', '−')} %`;
