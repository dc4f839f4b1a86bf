import { house } from '../../lib/house.svelte';
import { clock, dayBegan, stamp } from '../../lib/when';

/** 13:30:04 on this gaming day, 14 Nov, 22:10 before it. */
export const whenSeen = (at: number): string => (at >= dayBegan(house.now) ? clock(at) : stamp(at));
