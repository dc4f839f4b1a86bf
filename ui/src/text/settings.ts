import { area } from './language.svelte';

export const settings = area('settings');
export const large = area('large');
export const kiosk = area('kiosk');
