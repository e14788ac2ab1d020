/**
 * node --import tsx bench/faults/s3-process.ts FOLDER PORT
 *
 * The S3 server of the tests in a process of its own, so that it can be killed. SIGUSR2 makes it answer 503 to everything,
 * and another one ends that.
 */
import { createServer } from 'node:http'
import S3rver from '@20minutes/s3rver'

const [directory, port] = process.argv.slice(2)
const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: directory!, vhostBuckets: false })
const answer = server.callback()
let busy = false
process.on('SIGUSR2', () => {
  busy = !busy
})

const SLOW_DOWN = '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code></Error>'
createServer((request, response) => {
  if (!busy) return answer(request, response)
  request.resume()
  response.writeHead(503, { 'content-type': 'application/xml' }).end(SLOW_DOWN)
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
