-- A receipt is what proves an approval. What a command was answered, so that the same key gets the same again, is called what it is.
ALTER TABLE receipt RENAME TO answered;
ALTER TABLE answered RENAME CONSTRAINT receipt_pkey TO answered_pkey;
ALTER TABLE answered RENAME CONSTRAINT receipt_person_id_fkey TO answered_person_id_fkey;
ALTER TABLE answered RENAME CONSTRAINT receipt_input_digest_check TO answered_input_digest_check;
ALTER INDEX receipt_person_id_idempotency_key_key RENAME TO answered_person_id_idempotency_key_key;
ALTER INDEX receipt_at RENAME TO answered_at;
