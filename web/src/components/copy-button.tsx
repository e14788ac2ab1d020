/** Copies a text and says so. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { common } from '#texts/common'
import { toast } from '../state/toasts.js'
import { copyText } from './copy-text.js'
import { Icon } from './icon.js'

const SHOWN_MS = 2000

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for screen readers. */
  readonly label?: string
  readonly small?: boolean
  /** Takes the focus when it appears. */
  readonly focused?: boolean
}

export function CopyButton({ text, label = common.copy, small = false, focused = false }: CopyButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (pressed: HTMLButtonElement): Promise<void> => {
    const done = await copyText(text, pressed)
    pressed.focus()
    setCopied(done)
    toast(done ? common.copied : common.copyFailed)
  }
  return (
    <button
      ref={button}
      type="button"
      class={small ? 'icon-button' : 'button small copy'}
      aria-label={small ? label : undefined}
      title={label}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {!small && <span>{copied ? common.copied : common.copy}</span>}
    </button>
  )
}
