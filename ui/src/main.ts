import './style/tokens.css';
import './style/kit.css';
import './style/page.css';
import './style/left-hand.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { house } from './lib/house.svelte';

house.start();
mount(App, { target: document.getElementById('app') ?? document.body });
