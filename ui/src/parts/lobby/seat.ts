// Taking a seat: as a guest where nobody is signed in, on a box where one was chosen.

import { api } from '../../lib/api';
import { sentence } from '../../text/sentence';
import { house } from '../../lib/house.svelte';
import { router } from '../../lib/router.svelte';
import { toasts } from '../../lib/toasts.svelte';
import { lobby } from '../../text/lobby';
import { saidBy } from '../../text/said';

export async function takeSeat(table: string, game: string, box: number | null): Promise<void> {
  let name = house.name;
  if (!name) {
    const guest = await api('POST /api/guest');
    name = guest.name;
    house.renew();
  }
  if (box !== null) {
    // Not waited for: it is sent as soon as the line is open, and the terminal shows what came of it.
    void house.ask(table, { command: 'sit', player: name, box }).then((answer) => {
      if (answer.type === 'acknowledged') return;
      const clauses = answer.type === 'refused' ? answer.clauses : [];
      toasts.say('refused', lobby.sitAt(box), sentence(saidBy(answer)), game, clauses);
    });
  }
  router.go(`/table/${encodeURIComponent(table)}`);
}
