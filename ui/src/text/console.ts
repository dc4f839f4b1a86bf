import * as english from './en/console';
import * as happening from './en/happened';
import * as reporting from './en/reports';
import { lookup } from './language.svelte';

export const { console_ } = lookup(english);
export const { happened } = lookup(happening);
export const { reports, facts, answers, remedies } = lookup(reporting);
