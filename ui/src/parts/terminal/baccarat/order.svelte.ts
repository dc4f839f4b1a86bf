// In which order cards of one message left the shoe, so that they travel in that order.

import type { AnyEvent } from '../../../wire';

export class DealOrder {
  private places = $state.raw<Readonly<Record<string, number>>>({});
  private dealt: Record<number, number> = {};

  hear(events: readonly AnyEvent[]): void {
    const places: Record<string, number> = {};
    let number = 0;
    for (const event of events) {
      if (event.event === 'betting-opened') this.dealt = {};
      if (event.event !== 'cards-dealt') continue;
      for (const _ of event.cards.split(' ')) {
        const at = this.dealt[event.to] ?? 0;
        this.dealt[event.to] = at + 1;
        places[`${event.to}:${at}`] = number++;
      }
    }
    if (number) this.places = places;
  }

  /** Cards of an earlier message lie there already. */
  of(place: number, at: number): number {
    return this.places[`${place}:${at}`] ?? 0;
  }
}
