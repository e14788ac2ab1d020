/** Runs before every test file; what it imports runs once in a process. */
import './byte-equality.js'
