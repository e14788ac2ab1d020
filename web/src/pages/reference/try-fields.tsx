/** Form fields by the kind of parameter. */
import { useId, useRef } from 'preact/hooks'
import { reference, tryIt as texts } from '#texts/reference'
import { toProblem } from '../../api/problem.js'
import type { Parameter } from '../../reference/read-document.js'
import { toast } from '../../state/toasts.js'
import { openSample } from '../playground/photo/photo.js'

interface ValueFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onValue: (value: string) => void
}

export function ValueField({ parameter, value, onValue }: ValueFieldProps) {
  const { choices, default: usual } = parameter
  const id = useId()
  const empty = usual === undefined ? texts.notSent : texts.notSentBut(usual)
  return (
    <div class="field">
      <Label parameter={parameter} id={id} />
      {choices.length > 0 ? (
        <select id={id} class="input" value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          <option value="">{empty}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="input"
          value={value}
          placeholder={empty}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

interface FileFieldProps {
  readonly parameter: Parameter
  readonly onFile: (file: File | undefined) => void
}

export function FileField({ parameter, onFile }: FileFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const useSample = async (): Promise<void> => {
    try {
      const { file, name } = await openSample('portrait')
      const sample = new File([file], name, { type: 'image/jpeg' })
      const transfer = new DataTransfer()
      transfer.items.add(sample)
      if (input.current) input.current.files = transfer.files // so that the field shows its name
      onFile(sample)
    } catch (error) {
      toast(toProblem(error).message)
    }
  }
  return (
    <div class="field file-field">
      <Label parameter={parameter} id={id} />
      <input
        ref={input}
        id={id}
        class="input"
        type="file"
        onChange={(event) => onFile(event.currentTarget.files?.[0] ?? undefined)}
      />
      {parameter.name === 'image_file' && (
        <button type="button" class="button small" onClick={() => void useSample()}>
          {texts.sample}
        </button>
      )}
    </div>
  )
}

function Label({ parameter, id }: { parameter: Parameter; id: string }) {
  const { name, place, required } = parameter
  return (
    <label class="label" for={id}>
      <code>{name}</code>
      {required && <span class="parameter-note required"> {reference.required}</span>}
      {place !== 'body' && <span class="parameter-note"> {reference.places[place]}</span>}
    </label>
  )
}
