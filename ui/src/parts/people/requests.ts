// What waits for a second person, in words, and why somebody may not be the one.

import { house } from '../../lib/house.svelte';
import { people as text } from '../../text/people';
import { roleName } from '../../text/staff';
import { may } from '../pit/roles';
import { state as people, type Request } from './people.svelte';

export const keyOf = ({ kind, one }: Request): string => `${kind}-${one.number}`;

export const whatIsAsked = (request: Request): string =>
  request.kind === 'service'
    ? text.asks.service(request.one.name, '')
    : (text.asks[request.one.asks]?.(request.one.name, roleName(request.one.role)) ?? request.one.asks);

/** Why this person does not confirm it; nothing, where the house is to say. */
export function hindered({ kind, one }: Request): string {
  if (one.by === house.name) return text.youAsked;
  if (kind === 'people' && one.name === house.name) return text.aboutYou;
  if (!may('POST /api/people/proposals/{number}/confirm')) return text.notYours;
  if (people.account(house.name)?.apart?.includes(one.by)) return text.apartFrom(one.by);
  return '';
}
