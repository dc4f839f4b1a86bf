// Where the proof of a round stands.

import type { Recalled } from '../wire';

export const proofOf = ({ table, round }: Pick<Recalled, 'table' | 'round'>): string =>
  `/fairness?table=${encodeURIComponent(table)}&round=${round}`;
