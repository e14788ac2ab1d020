/** Starts the page: asks who is signed in, then renders. */
import { render } from 'preact'
import { loadSession } from './api/web.js'
import { App } from './app.js'
import { interceptLinks } from './router.js'
import './state/kept-work.js' // deletes what was kept when the user signs out, whichever page is open
import './style/tokens.css'
import './style/base.css'
import './style/shell.css'
import './style/controls.css'
import './style/blocks.css'
import './style/entrance.css'
import './style/account.css'

interceptLinks()
const first = loadSession()
render(<App first={first} />, document.getElementById('app')!)
