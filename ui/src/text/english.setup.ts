// Tests speak English from the start, as a page does once its words are there.

import * as english from './en';
import sentences from './en/house.json';
import { language } from './language.svelte';

language.text = english;
language.sentences = sentences;
