/** The calls that the page shows: they must be right to the letter, whatever files and prompts are called. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { type Call, codeSamples, quickStart } from '../../web/src/code-samples.js'

const call: Call = {
  origin: 'https://photos.example',
  operation: 'id-photo',
  fileName: 'me.jpg',
  fields: { spec: '1inch', bg_color: '#438edb' },
}

const codeOf = (language: string, of: Call = call): string =>
  codeSamples(of).find((sample) => sample.language === language)!.code

describe('the calls', () => {
  test('name address, file, fields and the key by its variable', () => {
    for (const { language, code } of codeSamples(call)) {
      const address = language === 'TypeScript' ? ['photos.example', 'idPhoto('] : ['/v1/id-photo', 'X-Api-Key']
      for (const part of [...address, 'me.jpg', 'image_file', 'SILHOUETTE_KEY', '1inch', '#438edb']) {
        expect(code, language).toContain(part)
      }
    }
  })

  test('never hold a key', () => {
    for (const { code } of codeSamples(call)) expect(code).not.toMatch(/sk_[A-Za-z0-9]/)
    expect(quickStart('https://photos.example')).toContain('sk_…')
  })
})

describe('odd names and prompts survive', () => {
  const odd: Call = {
    ...call,
    fileName: `my "best", it's; one.jpg`,
    fields: { prompt: `@it's "a" $HOME; \\ `, style: 'banknote' },
  }

  test('a shell reads back what was meant', () => {
    const curl = codeOf('curl', odd).replace(/^curl/, 'printf "%s\\n"')
    const words = execFileSync('sh', ['-c', curl], { env: { SILHOUETTE_KEY: 'key' }, encoding: 'utf8' }).split('\n')
    expect(words).toContain(String.raw`image_file=@"my \"best\", it's; one.jpg"`)
    expect(words).toContain(`prompt=${odd.fields.prompt}`)
    expect(words[words.indexOf(`prompt=${odd.fields.prompt}`) - 1]).toBe('--form-string')
    expect(words).toContain('X-Api-Key: key')
  })

  test('Node reads back what was meant', () => {
    const literals = codeOf('Node', odd)
      .split('\n')
      .filter((line) => line.startsWith('form.append'))
    const appended: unknown[] = []
    // biome-ignore lint/security/noGlobalEval: what is shown has to run
    for (const line of literals) appended.push(eval(line.replace(/^form\.append\('\w+', (?:await openAsBlob)?/, '(')))
    expect(appended).toEqual([odd.fileName, odd.fields.prompt, 'banknote'])
  })

  test('Python and JSON agree on how such texts are written', () => {
    expect(codeOf('Python', odd)).toContain(`open(${JSON.stringify(odd.fileName)}, "rb")`)
    expect(codeOf('Python', odd)).toContain(`"prompt": ${JSON.stringify(odd.fields.prompt)},`)
  })
})
