-- Harder than the standards of Kubernetes are, where a namespace asks for it.
ALTER TABLE namespace DROP CONSTRAINT namespace_pod_security_check,
  ADD CONSTRAINT namespace_pod_security_check CHECK (pod_security IN ('baseline', 'restricted', 'hardened'));
