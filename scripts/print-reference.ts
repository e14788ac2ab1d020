/** Prints what the page's build needs for the reference, in the language that Node's conditions name. */
import { builtReference } from './built-reference.js'

process.stdout.write(JSON.stringify(await builtReference()))
