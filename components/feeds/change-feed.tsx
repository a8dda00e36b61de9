'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Once } from '~/components/ui/once'
import type { Reason } from '~/components/ui/reason'
import { Strip } from '~/components/ui/strip'
import { feedRefusals } from '~/server/feeds/feed.refusals'
import { keyOnce } from './feed-form'

export type FeedReasons = Readonly<Record<'test' | 'rotate' | 'pause' | 'resume' | 'end', Reason | null>>
/** `signs` is whether there is a key by which its receiver knows us. */
type Props = { tenant: string | null; feed: string; title: string; goes: boolean; signs: boolean; whyNot: FeedReasons }
/** What can be done with a feed. Without a tenant it is the platform's. */
export function ChangeFeed({ tenant, feed, title, goes, signs, whyNot }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  const [says, setSays] = useState<string | null>(null)
  const saying = (sentence: string) => () => {
    setSays(sentence)
    announce(sentence)
  }
  const [tested, paused, resumed, ended] = [saying('A test is on its way: what becomes of it stands above.'), saying(`${title} is paused.`), saying(`${title} goes on.`), saying(`${title} is given nothing any more.`)]
  const rotated = (made: { secret: string }) => setSecret(made.secret)
  const inTenant = { rotate: useCommand('feeds.rotate', feedRefusals, rotated), test: useCommand('feeds.test', feedRefusals, tested), pause: useCommand('feeds.pause', feedRefusals, paused), resume: useCommand('feeds.resume', feedRefusals, resumed), end: useCommand('feeds.end', feedRefusals, ended) }
  const onPlatform = { rotate: useCommand('feeds.rotateOnPlatform', feedRefusals, rotated), test: useCommand('feeds.testOnPlatform', feedRefusals, tested), pause: useCommand('feeds.pauseOnPlatform', feedRefusals, paused), resume: useCommand('feeds.resumeOnPlatform', feedRefusals, resumed), end: useCommand('feeds.endOnPlatform', feedRefusals, ended) }
  const signing = {
    test: undefined, rotate: { deed: `Make a new key for ${title}`, consequence: 'For a day what it is given is signed by the key of before, too.' },
    pause: { deed: `Pause the feed ${title}`, consequence: 'Its receiver is given nothing until somebody has it go on. Then it goes on where it was.' },
    resume: { deed: `Have the feed ${title} go on`, consequence: 'It goes on where its receiver was.' }, end: { deed: `End the feed ${title}`, consequence: 'Its receiver is given nothing any more. That cannot be undone.' },
  } as const
  const carryOut = (deed: keyof typeof signing) => void (tenant === null ? onPlatform[deed].carryOut({ feed }, signing[deed]) : inTenant[deed].carryOut({ tenant, feed }, signing[deed]))
  const all = [...Object.values(inTenant), ...Object.values(onPlatform)]
  const button = (deed: keyof typeof signing, word: string) => <Button key={deed} whyNot={whyNot[deed]} isSaving={inTenant[deed].isSending || onPlatform[deed].isSending} onClick={() => carryOut(deed)}>{word}</Button>
  if (secret !== null) return <Once says={keyOnce} secret={secret} of="the key" onKept={() => setSecret(null)} />
  return (
    <div className="grid justify-items-start gap-3">
      {says && <Strip tone="info">{says}</Strip>}
      <Refused no={all.find(({ no }) => no !== null)?.no ?? null} />
      <div className="flex flex-wrap gap-3">{button('test', 'Send a test')}{signs && button('rotate', 'Make a new key')}{goes ? button('pause', 'Pause feed') : button('resume', 'Go on')}{button('end', 'End feed')}</div>
      <StepUpDialog stepUp={all.find(({ stepUp }) => stepUp !== null)?.stepUp ?? null} />
    </div>
  )
}
