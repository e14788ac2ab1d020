/**
 * npx tsx training/matte/compile.ts FLOAT32.onnx RANGES.json OUT.onnx
 *
 * Makes the 8-bit network that the product runs from the trained weights (to_onnx.py) and the value ranges that
 * calibrate.ts measured. Prints the file's length and sha256, which go into catalog/models.json.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { readGraph, writeGraph } from '../onnx/graph.js'
import { quantise, type Ranges } from '../onnx/quantise.js'
import { keepFloat } from './keep-float.js'

const [source, rangesFile, target] = process.argv.slice(2)
if (!source || !rangesFile || !target) throw new Error('Give three files: FLOAT32.onnx RANGES.json OUT.onnx')

const { ranges } = JSON.parse(await readFile(rangesFile, 'utf8')) as { ranges: Ranges }
const bytes = writeGraph(quantise(readGraph(await readFile(source)), { ranges, keepFloat }))
await writeFile(target, bytes)
console.log(`"bytes": ${bytes.length},`)
console.log(`"sha256": "${createHash('sha256').update(bytes).digest('hex')}"`)
