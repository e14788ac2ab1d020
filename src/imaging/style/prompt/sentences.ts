/** The sentence network: text in, embedding out. Texts of similar meaning have embeddings of similar direction. */
import { readFile } from 'node:fs/promises'
import type { SentenceFiles } from '../../networks/choose.js'
import { InferenceSession, Tensor } from '../../networks/runtime.js'
import { createTokeniser, type Vocabulary } from './tokens.js'

/** An embedding of length 1. */
export type Meaning = Float32Array
export type FindMeaning = (text: string) => Promise<Meaning>

export async function loadSentences({ file, vocabulary }: SentenceFiles): Promise<FindMeaning> {
  const tokenise = createTokeniser(JSON.parse(await readFile(vocabulary, 'utf8')) as Vocabulary)
  const session = await InferenceSession.create(file, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
  })
  const output = session.outputNames[0]!
  return async (text) => {
    const tokens = tokenise(text)
    const values = BigInt64Array.from(tokens, (token) => BigInt(token))
    // Per token: sentence 0, position in the sentence.
    const indices = BigInt64Array.from({ length: tokens.length * 2 }, (_, i) => BigInt(i % 2 === 0 ? 0 : i >> 1))
    const results = await session.run({
      values: new Tensor('int64', values, [tokens.length]),
      indices: new Tensor('int64', indices, [tokens.length, 2]),
    })
    return results[output]!.data as Float32Array
  }
}

/** Cosine similarity: both have length 1. */
export function similarity(a: Meaning, b: Meaning): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
