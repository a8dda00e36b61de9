import { isOf, type Sort, verifyFiles } from '~/server/audit/verify-files'
import { certificateTitle } from './certificate'
import { certificateRefusals } from './certificate.refusals'
import { type CertificateVerdict, decideCertificate } from './decide-certificate'
import { examineCertificate } from './examine-certificate'

const titles = { valid: 'ERASED, AND THE LOG IS WHOLE', by_its_own_key: 'WHOLE, BY THE KEY THAT IT NAMES ITSELF', invalid: 'INVALID' } as const satisfies Record<CertificateVerdict, string>
const longest = 65_536
const certificates: Sort<CertificateVerdict> = {
  begins: (firstLine) => firstLine.startsWith(certificateTitle), named: 'CERTIFICATE', no: 'certificate of erasure',
  examine: async (lines, key) => {
    let note = ''
    for await (const line of lines) {
      note += `${line}\n`
      if (note.length <= longest) continue
      // What is longer is none, whatever it begins with: what stands behind would pass for a part of it.
      note = ''
      break
    }
    const { facts, said } = examineCertificate(note, key)
    const { verdict, reason } = decideCertificate(facts)
    const about = said === null ? [] : [
      `Tenant: ${said.tenant}`, `Asked: ${said.asked.at}, by person ${said.asked.by}`, `Signed: ${said.signed.at}, by person ${said.signed.by}`, `Erased: ${said.erasedAt}, as deed ${said.deed.sequence} of its record`,
      ...Object.entries(said.erased).map(([what, many]) => `Erased of ${what}: ${many}`), ...said.kept.map(({ what, why }) => `Kept: ${what}. ${why}`), `Log: ${said.log}`,
    ]
    const mark = (good: boolean) => (good ? 'good' : 'bad') as 'good' | 'bad'
    const findings = [
      { mark: mark(facts.signed), says: 'the log’s key vouches for every word of it' }, { mark: mark(facts.checkpoints), says: 'both checkpoints are signed' },
      { mark: mark(facts.included), says: 'the deed is in the log' }, { mark: mark(facts.consistent), says: 'the log goes on from what it was before' },
    ]
    return { verdict, title: titles[verdict], why: reason === null ? [] : [certificateRefusals[reason].says, certificateRefusals[reason].fix], about, findings }
  },
  codeOf: (verdicts) => (verdicts.includes('invalid') ? 1 : verdicts.every((verdict) => verdict === 'valid') ? 0 : 2),
}
export const isCertificateFile = (file: string): boolean => isOf(certificates, file)
export const verifyCertificates = (args: readonly string[]) => verifyFiles(certificates, args)
