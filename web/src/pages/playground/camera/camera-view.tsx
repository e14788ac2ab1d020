/** An ID photo taken here: the live picture under the format's guides, a hint what to do, the shutter, the photo. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { camera as texts } from '#texts/camera'
import type { Spec } from '../../../api/types.js'
import { Icon } from '../../../components/icon.js'
import { Notice } from '../../../components/notice.js'
import { Select } from '../../../components/select.js'
import { chooseHint } from './choose-hint.js'
import { type SittingGuide, type Size, sittingGuide } from './sitting-guide.js'
import { takePhoto } from './snapshot.js'
import { useCamera } from './use-camera.js'
import { useCountdown } from './use-countdown.js'
import { useLook } from './use-look.js'
import './camera.css'

interface CameraViewProps {
  /** Undefined while none is chosen: then there are no guides. */
  readonly spec: Spec | undefined
  readonly onPhoto: (photo: File) => void
  readonly onClose: () => void
}

export function CameraView({ spec, onPhoto, onClose }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, devices, device, choose, retry } = useCamera(video)
  const [shot, setShot] = useState<Shot>()
  useEffect(() => () => shot && URL.revokeObjectURL(shot.url), [shot])
  const countdown = useCountdown(async () => {
    if (video.current) setShot(shotOf(await takePhoto(video.current)))
  })
  const live = state.stage === 'live'
  const look = useLook(video, live && !shot)
  const size = live ? state.size : { width: 4, height: 3 }
  const guide = live && spec ? sittingGuide(spec, size) : undefined
  const hint = !look ? 'wait' : look === 'none' ? 'none' : chooseHint(look, guide, size)

  return (
    <div class="stack tight camera">
      <div class="stage-head">
        <h2 class="camera-title">{shot ? texts.taken : texts.title}</h2>
        <button type="button" class="button small" onClick={onClose}>
          {texts.close}
        </button>
      </div>
      {state.stage === 'failed' ? (
        <Notice
          kind="warning"
          actions={
            state.problem !== 'insecure' && (
              <button type="button" class="button small" onClick={retry}>
                {texts.retry}
              </button>
            )
          }
        >
          {texts.problems[state.problem]}
        </Notice>
      ) : (
        <>
          <div class="stage-fit">
            <div class="camera-picture" style={{ '--width': String(size.width), '--height': String(size.height) }}>
              {/* A mirror to the sitter; the photo shows them as others see them. */}
              <video ref={video} class="camera-live" playsInline muted aria-label={texts.live} />
              {guide && <GuideLines guide={guide} size={size} good={hint === 'good'} />}
              {countdown.seconds !== undefined && <p class="camera-count">{countdown.seconds}</p>}
              {shot && <img class="camera-shot" src={shot.url} alt={texts.shot} />}
            </div>
          </div>
          {shot ? (
            <p class="hint">{texts.notMirrored}</p>
          ) : (
            <p class={hint === 'good' ? 'camera-hint good' : 'camera-hint'} role="status">
              {hint === 'good' && <Icon name="check" />}
              {live ? texts.hints[hint] : texts.opening}
            </p>
          )}
          <p class="visually-hidden" role="alert">
            {countdown.seconds}
          </p>
          <div class="camera-buttons">
            {shot ? (
              <>
                <button type="button" class="button primary large" onClick={() => onPhoto(shot.file)}>
                  {texts.use}
                </button>
                <button type="button" class="button large" onClick={() => setShot(undefined)}>
                  {texts.again}
                </button>
              </>
            ) : (
              <button
                type="button"
                class="button primary large"
                disabled={!live}
                onClick={countdown.seconds === undefined ? countdown.start : countdown.cancel}
              >
                {countdown.seconds === undefined ? texts.shutter : texts.cancel}
              </button>
            )}
          </div>
          {devices.length > 1 && !shot && (
            <Select
              label={texts.which}
              value={device}
              options={[
                ['', texts.usual],
                ...devices.map(({ deviceId, label }, at) => [deviceId, label || texts.numbered(at + 1)] as const),
              ]}
              onChange={choose}
            />
          )}
          {!shot && <p class="hint">{texts.privacy}</p>}
        </>
      )}
    </div>
  )
}

interface Shot {
  readonly file: File
  /** An object URL. */
  readonly url: string
}

const shotOf = (photo: Blob): Shot => ({
  file: new File([photo], texts.fileName, { type: photo.type }),
  url: URL.createObjectURL(photo),
})

function GuideLines({ guide, size, good }: { guide: SittingGuide; size: Size; good: boolean }) {
  const { window: frame, oval, eyes } = guide
  const { width, height } = size
  return (
    <svg
      class={good ? 'camera-guide good' : 'camera-guide'}
      viewBox={`0 0 ${width} ${height}`}
      role="presentation"
      aria-hidden="true"
    >
      <path
        class="camera-outside"
        d={`M0 0H${width}V${height}H0Z M${frame.left} ${frame.top}v${frame.height}h${frame.width}v${-frame.height}Z`}
      />
      <ellipse cx={oval.x} cy={oval.y} rx={oval.rx} ry={oval.ry} />
      <path d={`M${oval.x - oval.rx * 1.25} ${eyes}h${oval.rx * 2.5}`} />
    </svg>
  )
}
