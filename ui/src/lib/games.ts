// What a game is called, by its code.

import { common } from '../text/common';
import { inWords } from '../text/named';
import { house } from './house.svelte';

/** As at its tables; one that is played at none any more, by the words of its code. */
export const gameCalled = (game: string): string =>
  common.called(house.lobby.find((one) => one.game === game)?.title ?? inWords(game));
