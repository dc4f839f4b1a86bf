// Where the proof of a round stands, and one's receipt of it.

import type { Recalled } from '../wire';

export const proofOf = ({ table, round }: Pick<Recalled, 'table' | 'round'>): string =>
  `/fairness?table=${encodeURIComponent(table)}&round=${round}`;

export const receiptOf = ({ table, round }: Pick<Recalled, 'table' | 'round'>): string =>
  `/api/tables/${encodeURIComponent(table)}/rounds/${round}/receipt`;
