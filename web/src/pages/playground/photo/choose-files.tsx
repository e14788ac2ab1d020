/** Our own button opens the browser's hidden file input. */
import { useRef } from 'preact/hooks'

/** HEIC by its endings, too: not every system knows its type. */
const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/bmp,image/heic,image/heif,.heic,.heif,.hif,image/avif,image/tiff,image/gif'

interface ChooseFilesProps {
  readonly label: string
  readonly onFiles: (files: File[]) => void
  readonly look?: 'button' | 'button small' | 'button primary' | 'link-button'
  readonly several?: 'files' | 'folder'
}

export function ChooseFiles({ label, onFiles, look = 'button small', several }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={look} onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={label}
        multiple={several !== undefined}
        {...(several === 'folder' && { webkitdirectory: true })}
        hidden
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = '' // so that the same file can be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
