/** The user's own picture as the background. */
import { useEffect, useState } from 'preact/hooks'
import { editor as texts } from '#texts/editor'
import { ChooseFiles } from '../photo/choose-files.js'

interface BackgroundPictureProps {
  readonly picture: Blob | undefined
  readonly onChange: (picture: Blob) => void
}

export function BackgroundPicture({ picture, onChange }: BackgroundPictureProps) {
  const [unreadable, setUnreadable] = useState(false)
  const url = useObjectUrl(picture)
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return
    const read = await createImageBitmap(file).catch(() => undefined)
    setUnreadable(!read)
    if (read) onChange(file)
    read?.close()
  }
  return (
    <div class="background-picture">
      {url && <img src={url} alt={texts.pictureAlt} />}
      <ChooseFiles label={picture ? texts.anotherPicture : texts.choosePicture} onFiles={([file]) => void take(file)} />
      {unreadable && (
        <p class="field-error" role="alert">
          {texts.pictureUnreadable}
        </p>
      )}
    </div>
  )
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
