import type { Text } from '../language.svelte';

export const glance: Text['glance'] = {
  clock: '现在时刻',
  hours: (hours, minutes) => (hours ? (minutes ? `${hours} 小时 ${minutes} 分` : `${hours} 小时`) : `${minutes} 分`),
  bar: '本次：',
};
