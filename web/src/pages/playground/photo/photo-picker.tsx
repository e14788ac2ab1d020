/** Where photos come from: the file dialog or a sample. */
import { camera as cameraTexts } from '#texts/camera'
import { photo as texts } from '#texts/playground'
import { Icon } from '../../../components/icon.js'
import { Notice } from '../../../components/notice.js'
import { ChooseFiles } from './choose-files.js'
import type { Sample } from './photo.js'
import './photo-picker.css'

interface PickerProps {
  readonly onFiles: (files: File[]) => void
  readonly onSample: (sample: Sample) => void
  /** Left out where there is no use for it. */
  readonly onCamera: (() => void) | undefined
  readonly problem: string | undefined
}

export function PhotoPicker({ onFiles, onSample, onCamera, problem }: PickerProps) {
  return (
    <div class="picker">
      <Icon name="image" />
      <p class="picker-title">{texts.drop}</p>
      <p class="muted">{texts.dropHint}</p>
      <div class="picker-ways">
        <ChooseFiles onFiles={onFiles} look="button primary" label={texts.choose} several="files" />
        {onCamera && (
          <button type="button" class="button" onClick={onCamera}>
            <Icon name="camera" />
            {cameraTexts.open}
          </button>
        )}
      </div>
      <div class="picker-samples">
        <span class="muted">{texts.samples}</span>
        <button type="button" class="link-button" onClick={() => onSample('group')}>
          {texts.sampleGroup}
        </button>
        <button type="button" class="link-button" onClick={() => onSample('portrait')}>
          {texts.samplePortrait}
        </button>
      </div>
      <div class="picker-samples">
        <span class="muted">{texts.many}</span>
        <ChooseFiles onFiles={onFiles} look="link-button" label={texts.chooseFolder} several="folder" />
      </div>
      {problem && <Notice kind="danger">{problem}</Notice>}
    </div>
  )
}
