import './style/tokens.css';
import './style/kit.css';
import './style/page.css';
import './style/left-hand.css';
import './style/languages.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { house } from './lib/house.svelte';
import { language } from './text/language.svelte';

house.start();
// Nothing is shown in another language first.
void language.begin().then(() => mount(App, { target: document.getElementById('app') ?? document.body }));
