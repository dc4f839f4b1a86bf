import { area } from './language.svelte';

export const staff = area('staff');

export const roleName = (role: string | null | undefined): string => (role ? (staff.roles[role] ?? role) : '');
