'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { useWritten } from '~/components/shell/told-after'
import { Button } from '~/components/ui/button'
import { Form } from '~/components/ui/form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { requestRefusals } from '~/server/requests/request.refusals'

const longest = 500
/** The asker's answer to what was asked of them: until it is there nobody signs, and the clock stands. */
export function AnswerQuestion({ request, question, whyNot }: { request: string; question: string; whyNot: Reason | null }) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  useWritten(text)
  const answer = useCommand('requests.answer', requestRefusals, () => {
    setText('')
    setTried(false)
    announce('Answered. The clock goes on.')
  })
  const problem = tried && !text.trim() ? 'An answer says something.' : null
  function submit() {
    setTried(true)
    if (text.trim()) void answer.carryOut({ request, answer: text.trim() })
  }
  return (
    <Form onSubmit={submit} problems={problem === null ? [] : [{ field: 'answer', label: 'Your answer', says: problem }]} dirty={text.trim() !== ''}>
      <p><span className="font-medium text-strong">You are asked:</span> {question}</p>
      <Refused no={answer.no} />
      <TextArea label="Your answer" name="answer" longest={longest} rows={3} value={text} onType={setText} problem={problem} />
      <div><Button look="primary" type="submit" isSaving={answer.isSending} whyNot={whyNot}>Answer</Button></div>
    </Form>
  )
}
