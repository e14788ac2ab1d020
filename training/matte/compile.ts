/**
 * npx tsx training/matte/compile.ts FLOAT16.onnx RANGES.json OUT.onnx [--size 640]
 *
 * Makes the 8-bit network that the product runs from the trained weights in half precision and the value ranges that
 * calibrate.ts measured. Prints the file's length and sha256, which go into catalog/models.json.
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readGraph, writeGraph } from '../onnx/graph.js'
import { keepOutput } from '../onnx/keep-output.js'
import { quantise, type Ranges } from '../onnx/quantise.js'
import { raiseOpset } from '../onnx/raise-opset.js'
import { resizeInput } from '../onnx/resize-input.js'
import { toFloat32 } from '../onnx/to-float32.js'
import { FLOAT_SIZE, inputRecipe, keepFloat, OUTPUT } from './recipe.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: String(inputRecipe().size) } },
})
const [source, rangesFile, target] = positionals
if (!source || !rangesFile || !target) throw new Error('Give three files: FLOAT16.onnx RANGES.json OUT.onnx')

const { ranges } = JSON.parse(await readFile(rangesFile, 'utf8')) as { ranges: Ranges }
const float = keepOutput(toFloat32(readGraph(await readFile(source))), OUTPUT)
const resized = raiseOpset(resizeInput(float, FLOAT_SIZE, Number(values.size)))
const bytes = writeGraph(quantise(resized, { ranges, keepFloat }))
await writeFile(target, bytes)
console.log(`"bytes": ${bytes.length},`)
console.log(`"sha256": "${createHash('sha256').update(bytes).digest('hex')}"`)
