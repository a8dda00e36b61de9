'use client'
import { useId, useState } from 'react'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { useAskedOnPress } from '~/components/shell/use-asked-on-press'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Form } from '~/components/ui/form'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { TextArea } from '~/components/ui/text-area'
import { lettersMost, variables } from '~/server/admission/rules/decide-cost'
import { sayCameTo, sayConditionTried, sayEnforceable } from './say-condition'

/** One expression of CEL on the latest wishes, before it is part of any draft. It may be anything: where it is tried it can be stopped. */
export function TryCondition({ tenant, whyNot }: { tenant: string; whyNot: Reason | null }) {
  const id = useId()
  const [condition, setCondition] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const asked = useAskedOnPress('policies.tryCondition', sayConditionTried)
  const problem = isEmpty ? 'Type a condition.' : null
  const came = asked.told?.ok ? asked.told.value : null
  const enforceable = came && sayEnforceable(came.enforceable)
  return (
    <section aria-labelledby={id} aria-busy={asked.isAsking || undefined} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id={id} className="text-section font-semibold text-strong">Try a condition</h3>
      <Form
        problems={problem === null ? [] : [{ field: 'condition', label: 'Condition', says: problem }]}
        onSubmit={() => {
          setIsEmpty(condition.trim() === '')
          if (condition.trim() !== '') asked.press({ tenant, condition })
        }}
      >
        <TextArea
          name="condition" label="Condition" rows={2} longest={lettersMost} isCode value={condition} placeholder="gpus > 8" problem={problem}
          hint={<>One expression in CEL, true where a rule would have something to say. It sees {Object.keys(variables).map((name, at) => <span key={name}>{at > 0 && ', '}<span className="name">{name}</span></span>)}.</>}
          onType={(text) => {
            setIsEmpty(false)
            asked.forget()
            setCondition(text)
          }}
        />
        <div><Button type="submit" isSaving={asked.isAsking} whyNot={whyNot}>Try the condition</Button></div>
      </Form>
      <Refused no={asked.told?.ok === false ? asked.told.no : null} />
      {enforceable && <p className="max-w-[80ch] text-dense"><Badge tone={enforceable.tone}>{enforceable.word}</Badge> {enforceable.says}</p>}
      {came && <p className="text-dense">{sayConditionTried(came)}</p>}
      {came && came.tried.length > 0 && (
        <Table label="What it comes to">
          <Head columns={['Wish', 'Comes to', 'Asked']} />
          <tbody>
            {came.tried.map(({ allocation, namespace, name, at, came: to }) => (
              <Row key={`${namespace} ${name} ${at}`}>
                <Name {...(allocation === null ? {} : { href: paths.allocation(tenant, allocation) })}>{namespace} / {name}</Name>
                <Cell wide>{to.ok && to.value ? <strong className="font-medium text-strong">{sayCameTo(to)}</strong> : sayCameTo(to)}</Cell><Cell><Exact at={at} /></Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
