/**
 * node eval/network-answers.mjs OPTIONS PICTURE ANSWER.json: what a network answers on the processor that runs this.
 *
 * Plain JavaScript on the built product: emulated processors run it, and tsx has no binary for those.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { openNetwork } from '../dist/imaging/networks/open-network.js'

const [options, picture, answer] = process.argv.slice(2)
const network = await openNetwork(JSON.parse(options), 2)
const outputs = Object.entries(await network.run(await readFile(picture)))
await writeFile(answer, JSON.stringify(Object.fromEntries(outputs.map(([name, values]) => [name, [...values]]))))
