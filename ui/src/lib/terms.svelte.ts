// What the house calls itself and counts by, as it says when the line opens.

import type { HouseTerms } from '../wire';

class Terms {
  private told = $state.raw<HouseTerms | null>(null);

  learn(told: HouseTerms): void {
    this.told = told;
  }

  get name(): string {
    return this.told?.name ?? '';
  }

  /** Nothing until the house has said it. */
  get currency(): string {
    return this.told?.currency ?? '';
  }

  get locale(): string {
    return this.told?.locale ?? '';
  }

  /** Who may ask for odds and best play. */
  get lab(): string {
    return this.told?.lab ?? 'everybody';
  }

  /** When a gaming day begins. */
  get begins(): string {
    return this.told?.gaming_day ?? '00:00';
  }

  /** None until the house has said it: the browser's own. */
  get zone(): string | undefined {
    return this.told?.time_zone;
  }
}

export const terms = new Terms();
