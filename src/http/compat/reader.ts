/** Reads one parameter after the other and notes what is wrong instead of stopping at the first mistake. */
import { clip } from '../clip.js'
import type { Form } from '../form.js'
import { invalidParameter, type Problem } from './problems.js'
import { BadValue, type Parse, refuse } from './values.js'

export class ParameterReader {
  readonly problems: Problem[] = []

  constructor(private readonly form: Form) {}

  isGiven(name: string): boolean {
    return this.form.fields.has(name) || this.form.files.has(name) || this.form.malformed.has(name)
  }

  /** Undefined when the parameter is not given, or noted as a problem. */
  value<T>(name: string, parse: Parse<T>): T | undefined {
    if (this.form.malformed.has(name)) {
      this.problems.push(invalidParameter(name, 'Use a single value; got an array or an object.'))
      return undefined
    }
    const text = this.form.fields.get(name)
    if (text === undefined) return undefined
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof BadValue)) throw error
      this.problems.push(invalidParameter(name, `${error.rule}; got '${clip(text)}'.`))
      return undefined
    }
  }

  /** Path of a file that came as text, decoded while it arrived; what could not be decoded is still a text. */
  decodedFile(name: string, rule: string): string | undefined {
    this.value(name, () => refuse(rule))
    return this.form.files.get(name)?.path
  }

  /** Path of an uploaded file. */
  file(name: string): string | undefined {
    if (this.form.fields.has(name) || this.form.malformed.has(name)) {
      this.problems.push(invalidParameter(name, 'Send a file, in multipart/form-data.'))
    }
    return this.form.files.get(name)?.path
  }
}
