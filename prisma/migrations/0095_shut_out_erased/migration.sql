-- Who is erased is called by no address either where it stood that they were shut out: in the transaction that erases them.
CREATE FUNCTION forget_shut_out() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM shut_out WHERE person_id = OLD.id OR lower(email) = lower(OLD.email);
  RETURN NULL;
END $$;
CREATE TRIGGER forget_shut_out AFTER UPDATE OF email ON person FOR EACH ROW WHEN (NEW.email LIKE 'erased-%@erased.invalid') EXECUTE FUNCTION forget_shut_out();
