import * as english from './en/staff';
import { lookup } from './language.svelte';

export const { staff } = lookup(english);

export const roleName = (role: string | null | undefined): string => (role ? (staff.roles[role] ?? role) : '');
