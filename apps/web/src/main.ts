import { mount } from 'svelte'
import './style/index.css'
import App from './App.svelte'
import { FakeSession } from './fixtures/fake-session.svelte.js'

mount(App, { target: document.body, props: { session: new FakeSession() } })
