'use client'
import { useState } from 'react'
import { Button } from '~/components/ui/button'
import { Checkboxes } from '~/components/ui/checkboxes'
import { Chips } from '~/components/ui/chips'
import { CopyButton } from '~/components/ui/copy-button'
import { Dialog } from '~/components/ui/dialog'
import { Field } from '~/components/ui/field'
import { Form, type Problem } from '~/components/ui/form'
import { Mono } from '~/components/ui/mono'
import { PartFailed } from '~/components/ui/part'
import { RadioCards } from '~/components/ui/radio-cards'
import { Select } from '~/components/ui/select'
import { SlideField } from '~/components/ui/slide-field'
import { TextArea } from '~/components/ui/text-area'
import { toast } from '~/components/ui/toast'

const levels = [
  { value: '1', says: 'Soft', aside: '1×', about: 'A namespace of a shared cluster. For teams that trust one another.' },
  { value: '2', says: 'Medium', aside: '1.3 to 1.5×', about: 'A namespace with sandboxed runtimes and closed networks.' },
  { value: '3', says: 'Hard', aside: '2 to 3×', about: 'A control plane of its own.' },
  { value: '4', says: 'Hardware', aside: '5 to 10×', about: 'Machines of its own.', whyNot: 'No region has any free.' },
]
const empty = { name: '', region: '', level: '', compliance: [] as string[], models: [] as string[], lasts: '24', pods: '3', purpose: '' }

export function FormShown() {
  const [wish, setWish] = useState(empty)
  const [tried, setTried] = useState(false)
  const all: (Problem | false)[] = [
    wish.name === '' && { field: 'name', label: 'Name', says: 'Write a name.' }, wish.region === '' && { field: 'region', label: 'Region', says: 'Choose a region.' },
    wish.level === '' && { field: 'level', label: 'Isolation', says: 'Choose a level.' }, wish.purpose.length > 40 && { field: 'purpose', label: 'Purpose', says: 'Say it shorter.' },
  ]
  const problems = tried ? all.filter((problem) => problem !== false) : []
  const about = (field: string) => problems.find((problem) => problem.field === field)?.says ?? null
  const type = (part: Partial<typeof wish>) => setWish({ ...wish, ...part })
  return (
    <Form
      problems={problems} dirty={JSON.stringify(wish) !== JSON.stringify(empty)}
      onSubmit={() => {
        setTried(true)
        if (all.some((problem) => problem !== false)) return
        setWish(empty)
        setTried(false)
      }}
    >
      <Field label="Name" hint="Lower-case letters, digits and hyphens. It stays." name="name" className="name w-full" placeholder="evaluation" value={wish.name} onType={(name) => type({ name })} problem={about('name')} />
      <Select label="Region" name="region" none="Choose a region" value={wish.region} onChoose={(region) => type({ region })} problem={about('region')} options={[{ value: 'eu-central-1', says: 'eu-central-1, Frankfurt' }, { value: 'us-east-1', says: 'us-east-1, Ashburn' }]} />
      <RadioCards label="Isolation" hint="What it shares with others. More costs more." name="level" value={wish.level} onChoose={(level) => type({ level })} options={levels} problem={about('level')} />
      <Checkboxes label="Compliance" optional name="compliance" chosen={wish.compliance} onChoose={(compliance) => type({ compliance })} options={[{ value: 'gdpr', says: 'GDPR', about: 'personal data of people in the EU' }, { value: 'hipaa', says: 'HIPAA', about: 'health data' }]} />
      <Chips label="Models" hint="Any of these." optional name="models" chosen={wish.models} onChoose={(models) => type({ models })} options={[{ value: 'a100', says: 'A100', about: '80 GiB, some free' }, { value: 't4', says: 'T4', about: '16 GiB, none free now' }]} />
      <Chips label="Lasts" one name="lasts" chosen={wish.lasts} onChoose={(lasts) => type({ lasts })} options={[{ value: '24', says: '1 day' }, { value: '168', says: '7 days' }]} />
      <Field label="Cores" name="cores" unit="cores" className="w-24" defaultValue="4" />
      <SlideField label="Pods" name="pods" hint="Of the 4 that there are." most={4} value={wish.pods} onType={(pods) => type({ pods })} problem={/^[1-4]$/.test(wish.pods) ? null : 'Write a whole number up to 4.'} />
      <TextArea label="Purpose" name="purpose" longest={40} value={wish.purpose} onType={(purpose) => type({ purpose })} problem={about('purpose')} placeholder="What for, and for how long" rows={2} />
      <div className="flex gap-3"><Button look="primary" type="submit">Request tenant</Button></div>
    </Form>
  )
}

export function ButtonsShown() {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="primary">Create namespace</Button>
      <Button>Edit</Button>
      <Button size="dense">Change</Button>
      <Button look="primary" isSaving>Saving</Button>
      <Button whyNot="Only a tenant admin can change quotas.">Change quota</Button>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Button onClick={() => toast('The export is ready.')}>Show a toast</Button>
      {isOpen && (
        <Dialog title="Release 3 allocations?" onClose={() => setOpen(false)}>
          <p>40 cores come back to training. Running work stops.</p>
          <div className="mt-4 flex flex-wrap justify-end gap-3"><Button onClick={() => setOpen(false)}>Cancel</Button><Button look="primary" onClick={() => setOpen(false)}>Release</Button></div>
        </Dialog>
      )}
    </div>
  )
}
export const CopyShown = () => (
  <p className="flex flex-wrap items-center gap-4"><Mono of="the request’s id">0195f0c2-71b3-7c4e-9a7e-5b1f0c2d3e4f</Mono><Mono>eu-central-1</Mono><span className="inline-flex items-center gap-1"><code className="name">npm start</code><CopyButton of="the command" value="npm start" /></span></p>
)
export const FailedShown = () => <PartFailed title="Requests" reference="7f3a1c90" again={() => toast('Read again')} />
