/**
 * Points Node clients of remove.bg, whose address is built in, to your own server. Nothing in the client changes:
 *
 *     SILHOUETTE_URL=https://YOUR-HOST node --require ./remove-bg-node.cjs app.js
 *
 * Requests to other hosts are not touched. CommonJS, so that it loads before the client does on any Node from 16 on.
 */
'use strict'

const http = require('node:http')
const https = require('node:https')
const { syncBuiltinESMExports } = require('node:module')
const { urlToHttpOptions } = require('node:url')

const BUILT_IN_HOST = 'api.remove.bg'

const server = serverFrom(process.env.SILHOUETTE_URL)
const original = https.request

https.request = function request(...call) {
  const { options, callback } = asOptions(call)
  if (![options.hostname, options.host].includes(BUILT_IN_HOST)) return original.apply(this, call)
  return server.protocol === 'https:'
    ? original(led(options), callback)
    : // An agent for TLS refuses to open plain connections.
      http.request({ ...led(options), agent: undefined }, callback)
}
https.get = function get(...call) {
  const request = https.request(...call)
  request.end()
  return request
}
syncBuiltinESMExports()

/** The three ways to call `https.request`: options; an address; an address and options. */
function asOptions([first, ...rest]) {
  const byAddress = typeof first === 'string' || first instanceof URL
  const options = byAddress ? urlToHttpOptions(new URL(first)) : first
  const more = typeof rest[0] === 'object' ? rest.shift() : {}
  return { options: { ...options, ...more }, callback: rest[0] }
}

/** The same request to our server. A proxy before it goes by the header, which some clients set themselves. */
function led({ servername: _servername, headers = {}, ...options }) {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host')
  return { ...options, ...server, host: server.hostname, headers: Object.fromEntries(others) }
}

function serverFrom(address = '') {
  if (/^https?:\/\/[^/]+\/?$/.test(address)) {
    const { protocol, hostname, port } = urlToHttpOptions(new URL(address))
    return { protocol, hostname, port: port || (protocol === 'https:' ? 443 : 80) }
  }
  throw new Error(
    `SILHOUETTE_URL is "${address}". Set it to the address of your server without a path, such as https://cutout.example.com`,
  )
}
