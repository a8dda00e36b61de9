'use client'
import { useEffect, useRef } from 'react'
import { announce } from '~/components/shell/announcer'
import { Badge } from '~/components/ui/badge'
import { Icon } from '~/components/ui/icon'
import { controlClass } from '~/components/ui/labelled'
import { useReady } from '~/components/ui/ready'
import { RowMenu } from '~/components/ui/row-menu'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { type Level, type LevelRule, levels } from '~/server/levels/decide-level'
import { figure } from '~/server/shared/figure'
import type { Shown } from './prepare-levels'
import { type Draft, moved } from './read-rules'
import { sayDead, sayRule } from './say-levels'

/** The rules in their order: the first that matches says. Each is moved by its own two buttons, and keeps the focus where it goes. `onChange` is null for whoever only looks. */
export function RuleTable({ draft, shown, onChange }: { draft: Draft; shown: Shown; onChange: ((draft: Draft) => void) | null }) {
  const titles = new Map(draft.rules.map(({ id, title }) => [id, title]))
  const [of, goesTo] = [useRef<HTMLDivElement>(null), useRef<string | null>(null)]
  useEffect(() => {
    if (goesTo.current !== null) of.current?.querySelector<HTMLElement>(`#${CSS.escape(goesTo.current)}`)?.focus()
    goesTo.current = null
  })
  function move(rule: LevelRule, at: number, way: -1 | 1) {
    if (at + way < 0 || at + way >= draft.rules.length) return
    goesTo.current = moveId(rule, way)
    onChange?.(moved(draft, rule.id, way))
    announce(`${rule.title} is rule ${at + way + 1} of ${draft.rules.length} now.`)
  }
  const set = (id: string, level: Level) => onChange?.({ ...draft, rules: draft.rules.map((rule) => (rule.id === id ? { ...rule, level } : rule)) })
  return (
    <div ref={of}>
      <Table label="Rules">
        <Head columns={['Rule', 'Keeps', { says: 'Of' }, { says: 'Lately', figure: true }, ...(onChange ? [{ says: 'Order', hidden: true } as const] : [])]} />
        <tbody>
          {draft.rules.map((rule, at) => {
            const { hits, dead } = shown.rules[at] ?? { hits: 0, dead: null }
            return (
              <Row key={rule.id}>
                <Name plain><span className="block w-40 whitespace-normal md:w-64">{at + 1}. {rule.title}</span></Name>
                <Cell>{onChange ? <LevelOf rule={rule} onChoose={(level) => set(rule.id, level)} /> : rule.level}</Cell>
                <Cell wide>{sayRule(rule)}{dead && <div className="mt-1"><Badge tone="notice">{sayDead(dead, titles)}</Badge></div>}</Cell>
                <Cell figure>{figure(hits)}</Cell>
                {onChange && (
                  <Cell>
                    <span className="inline-flex items-center">
                      <Move rule={rule} way={-1} isEnd={at === 0} onMove={() => move(rule, at, -1)} />
                      <Move rule={rule} way={1} isEnd={at === draft.rules.length - 1} onMove={() => move(rule, at, 1)} />
                      <RowMenu of={rule.title} actions={[{ says: 'Take out', onSelect: () => onChange({ ...draft, rules: draft.rules.filter(({ id }) => id !== rule.id) }) }]} />
                    </span>
                  </Cell>
                )}
              </Row>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

const moveId = ({ id }: LevelRule, way: -1 | 1) => `move-${way === -1 ? 'up' : 'down'}-${id}`
function Move({ rule, way, isEnd, onMove }: { rule: LevelRule; way: -1 | 1; isEnd: boolean; onMove: () => void }) {
  const ready = useReady()
  return (
    <button
      type="button" id={moveId(rule, way)} disabled={!ready} aria-disabled={isEnd || undefined} aria-label={`Move ${rule.title} ${way === -1 ? 'up' : 'down'}`} onClick={onMove}
      className="quiet-motion inline-flex size-7 items-center justify-center rounded-control text-plain hover:bg-hover hover:text-strong aria-disabled:text-quiet aria-disabled:opacity-50"
    >
      <Icon name={way === -1 ? 'rising' : 'falling'} />
    </button>
  )
}
function LevelOf({ rule, onChoose }: { rule: LevelRule; onChoose: (level: Level) => void }) {
  const ready = useReady()
  return (
    <select aria-label={`What ${rule.title} keeps`} value={rule.level} disabled={!ready} onChange={(event) => onChoose(event.target.value as Level)} className={`${controlClass} w-fit text-dense`}>
      {levels.map((level) => <option key={level}>{level}</option>)}
    </select>
  )
}
